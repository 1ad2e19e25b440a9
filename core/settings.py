"""Every setting, in one record that is made once in `app/` and handed to the rooms.

A setting is read from the environment (`SITEQUEST_` and its name; the NEO4J and LLM ones have their usual names too),
then from `sitequest.toml` in the working folder or at `SITEQUEST_CONFIG`, then from the default here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from core.errors import SettingsError

CONFIG_NAME = "sitequest.toml"


def _names(name: str, *others: str) -> AliasChoices:
    return AliasChoices(f"SITEQUEST_{name.upper()}", *others, name)


class Settings(BaseSettings):
    """All settings. Docs are generated from the descriptions here."""

    model_config = SettingsConfigDict(env_prefix="SITEQUEST_", extra="forbid", frozen=True, populate_by_name=True)

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("sitequest")),
        description="Folder of the local database, snapshots, queues and reports.",
    )
    cache: Path = Field(
        default_factory=lambda: Path(platformdirs.user_cache_dir("sitequest")),
        description="Folder of what can be fetched again: the Neo4j jars and the model files.",
    )

    neo4j_uri: str | None = Field(
        None,
        validation_alias=_names("neo4j_uri", "NEO4J_URI"),
        description="Address of a Neo4j server (bolt://, neo4j://, neo4j+s://). Unset: a local server of our own.",
    )
    neo4j_user: str = Field(
        "neo4j",
        validation_alias=_names("neo4j_user", "NEO4J_USER", "NEO4J_USERNAME"),
        description="User name for the server at neo4j_uri.",
    )
    neo4j_password: SecretStr | None = Field(
        None,
        validation_alias=_names("neo4j_password", "NEO4J_PASSWORD"),
        description="Password for the server at neo4j_uri.",
    )
    neo4j_password_file: Path | None = Field(
        None,
        validation_alias=_names("neo4j_password_file", "NEO4J_PASSWORD_FILE"),
        description="File that holds the password, for secrets mounted as files.",
    )
    neo4j_database: str = Field(
        "neo4j", validation_alias=_names("neo4j_database", "NEO4J_DATABASE"), description="Name of the database."
    )
    neo4j_docker: bool = Field(False, description="Run Neo4j in a Docker container instead of as a local server.")
    neo4j_heap: str = Field("1g", description="Heap of the local server, as Java writes it.")
    neo4j_page_cache: str = Field("256m", description="Page cache of the local server.")
    neo4j_idle_minutes: int = Field(0, ge=0, description="Stop the local server after so many idle minutes; 0: never.")
    neo4j_java_options: str = Field("", description="Further options for the local server's Java, set apart by spaces.")
    neo4j_release: Literal["5.26", "2026"] = Field(
        "5.26", description="Release of the local server: 5.26 (long-term support) or 2026 (needs Java 21)."
    )
    maven_url: str | None = Field(
        None,
        description="Maven repository with the jars of Neo4j. Unset: the mirror in Maven's settings.xml, else Central.",
    )

    embedder: str = Field("auto", description="Primary embedder: a name of docs/models.md, a folder, or auto.")
    second_embedder: str = Field(
        "auto", description="Embedder for sites in several languages; auto picks one, none turns it off."
    )
    reranker: str = Field("builtin", description="builtin, none, a cross-encoder folder or name, or an http(s) URL.")
    threads: int = Field(0, ge=0, description="Threads for models; 0: as many as there are cores.")

    llm_base_url: str | None = Field(
        None,
        validation_alias=_names("llm_base_url", "OPENAI_BASE_URL"),
        description="Base URL of an OpenAI-compatible server. Unset: no language model is used.",
    )
    llm_model: str = Field("default", description="Model name sent to the language model server.")
    llm_api_key: SecretStr | None = Field(
        None,
        validation_alias=_names("llm_api_key", "OPENAI_API_KEY"),
        description="Key for the language model server, if it wants one.",
    )
    llm_timeout: float = Field(60.0, gt=0, description="Seconds until a call to the language model is given up.")

    profile: str = Field("university", description="Site profile: entity types, relation names and patterns.")
    extraction: Literal["structure", "both"] = Field(
        "structure",
        description="Who finds entities: structure (the form of pages), or both (with a language model, if any).",
    )
    extraction_calls: int = Field(
        0, ge=0, description="Most calls to the language model in one ingest run; 0: no limit."
    )
    topic_growth: float = Field(
        0.5,
        gt=0,
        description="Share by which a community grows before its summary is made anew; until then it only links.",
    )
    workers: int = Field(2, ge=1, description="Processes that parse pages.")
    page_blocks: int = Field(
        5000,
        ge=1,
        description="Most blocks of text that one page brings; the rest is left out, and the report says so.",
    )
    user_agent: str = Field(
        "SiteQuest/0.1 (+https://example.org/sitequest; contact: webmaster@example.org)",
        description="User agent of the crawler; put your own contact here.",
    )

    host: str = Field("127.0.0.1", description="Address the API listens on.")
    port: int = Field(8080, ge=0, le=65535, description="Port the API listens on; 0: any free one.")
    hosts: str = Field(
        "", description="Names the web page may be called by, separated by commas; * for any. Empty: this machine's."
    )
    private_hosts: str = Field(
        "",
        description="Private hosts that crawls over HTTP may ask, as `host` or `host:port`, separated by commas. "
        "A site crawled with --allow-private keeps that for its own hosts.",
    )
    api_key: SecretStr | None = Field(
        None, description="Key for the operator's endpoints. Unset: only callers on this machine may use them."
    )
    api_key_file: Path | None = Field(
        None, description="File that holds the operator's key, for secrets mounted as files."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then the TOML file."""
        toml = TomlConfigSettingsSource(settings_cls, toml_file=os.environ.get("SITEQUEST_CONFIG", CONFIG_NAME))
        return init_settings, env_settings, toml

    def database_password(self) -> str | None:
        """The password for `neo4j_uri`, from the setting or its file."""
        if self.neo4j_password is not None:
            return self.neo4j_password.get_secret_value()
        if self.neo4j_password_file is None:
            return None
        try:
            return self.neo4j_password_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise SettingsError(
                f"The password file {self.neo4j_password_file} cannot be read ({error.strerror}); "
                "check NEO4J_PASSWORD_FILE."
            ) from error


def load_settings(**overrides: object) -> Settings:
    """Read the settings; one clear `SettingsError` when a value is wrong."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"Setting {where} is wrong: {first['msg']}. See docs/settings.md.") from error
