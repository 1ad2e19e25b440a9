"""Site profiles as data: one YAML file each."""
