"""All vectors made anew, after the embedder was changed. Stopped half-way, it can be run again."""

from __future__ import annotations

from app.bars import crawl_bars
from app.wiring import open_graph, open_ingest, vector_sources
from core.settings import Settings


def reembed(settings: Settings, *, quiet: bool = False) -> dict[str, int]:
    """Forget vectors of other models, and of blocks without tokens where the model gives some; then fill what is
    missing, site by site. Vectors made a site.
    """
    from graph.schema import clear_vectors, read_notes
    from graph.sites import list_sites
    from models.factory import make_embedders
    from models.late import load_projection

    with open_graph(settings) as database:
        sources = vector_sources(make_embedders(settings))
        for prop, noted in read_notes(database)[1].items():
            asked = sources.get(prop)
            if asked is None or (asked.name, asked.size) != (noted.name, noted.size):
                clear_vectors(database, prop)
        if load_projection(sources["embedding"].name) is not None:
            database.batch("schema/clear_tokenless")
        sites = list_sites(database)
    with open_ingest(settings) as service, crawl_bars(quiet=quiet) as bars:
        return {site: service.finish_site(site, bars.step).embedded for site in sites}
