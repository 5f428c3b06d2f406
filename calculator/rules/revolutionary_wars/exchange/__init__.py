"""An exchange: fire or not, the reaction, and the charge to the end."""
