"""The same answers over HTTP, and a page that shows them."""
