"""Programs that run foreign libraries in environments of their own, by lines of JSON. They import nothing of ours."""
