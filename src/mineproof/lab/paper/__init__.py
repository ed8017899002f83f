"""A report to hand in, as a PDF of at most ten pages, with the author's own text in it."""
