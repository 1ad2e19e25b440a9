"""Datasets, metrics, baselines and the report."""
