"""A report to hand in: a PDF of at most ten pages, which includes the author's own text."""
