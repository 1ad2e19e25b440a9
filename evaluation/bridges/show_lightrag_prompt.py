"""LightRAG's own prompt for extraction, as its library would send it, with `{{PASSAGE}}` where the text goes."""

from __future__ import annotations

import json

LIMITS = {"max_total_records": 30, "max_entity_records": 15, "language": "English"}


def main() -> None:
    """Print `{"system": …, "user": …}`."""
    from lightrag.prompt import PROMPTS, resolve_entity_extraction_prompt_profile

    profile = resolve_entity_extraction_prompt_profile({}, True)
    given = {
        **LIMITS,
        "entity_types_guidance": profile["entity_types_guidance"],
        "examples": "\n".join(profile["entity_extraction_json_examples"]),
        "input_text": "{{PASSAGE}}",
        "heading_context_block": "",
    }
    system = PROMPTS["entity_extraction_json_system_prompt"].format(**given)
    user = PROMPTS["entity_extraction_json_user_prompt"].format(**given)
    print(json.dumps({"system": system, "user": user}))


if __name__ == "__main__":
    main()
