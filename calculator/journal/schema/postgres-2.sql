CREATE INDEX orders_of_battle ON empires.entries (battle, number)
    WHERE kind = 'order-of-battle';
