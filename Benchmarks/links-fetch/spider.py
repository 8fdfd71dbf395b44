"""Fetches a list of addresses with scrapy and prints the links that its LinkExtractor finds on each page.

usage: spider.py LIST
"""

import sys

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


class Links(scrapy.Spider):
    name = "links"

    async def start(self):
        with open(sys.argv[1]) as list_of_addresses:
            for line in list_of_addresses:
                yield scrapy.Request(line.strip(), dont_filter=True)

    def parse(self, response):
        links = LinkExtractor(tags=("a", "area", "link", "img", "script", "iframe"), attrs=("href", "src"),
                              unique=False, deny_extensions=[]).extract_links(response)
        sys.stdout.write("".join(link.url + "\n" for link in links))


process = CrawlerProcess({
    "LOG_ENABLED": False, "ROBOTSTXT_OBEY": False, "CONCURRENT_REQUESTS": 64, "CONCURRENT_REQUESTS_PER_DOMAIN": 64,
    "DOWNLOAD_DELAY": 0, "TELNETCONSOLE_ENABLED": False, "RETRY_ENABLED": False,
})
process.crawl(Links)
process.start()
