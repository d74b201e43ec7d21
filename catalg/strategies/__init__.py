"""From ends and coends to proposed solutions; the verifier decides."""
