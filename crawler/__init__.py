"""A Scrapy project: a site in, snapshots out."""
