-- From here on entries are of format 2, which earlier versions cannot read: they leave the file
-- alone.
CREATE INDEX orders_of_battle ON entries (number) WHERE kind = 'order-of-battle';
