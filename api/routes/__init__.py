"""The endpoints, one file a family; each has `router(backend) -> APIRouter`."""
