"""Tasks of reasoning for language models, with complete labels: what is certain, why, and play."""
