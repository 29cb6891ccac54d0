/**
 * All tables except those of the events, one for each service, and the declared collections. Tables that nearly every
 * commit writes have no rows apart from their key, which would be one more page each time.
 */
export const ownTables = `
  create table collections (
    service text not null,
    name text not null,
    spec text not null,
    shape text,
    -- The name of its table: another one's after a collection that was filled beside it took its place.
    stored text not null,
    primary key (service, name)
  );

  -- Of the checksums of rows: row-key.ts.
  create table row_key (
    key text not null,
    proof text not null
  );
  create table checkpoints (
    service text not null,
    name text not null,
    position integer not null,
    event text,
    primary key (service, name)
  ) without rowid;

  -- What the packed data of events have in common: packed-json.ts.
  create table event_shapes (
    service text not null,
    number integer not null,
    shape text not null,
    primary key (service, number)
  ) without rowid;

  -- Of the last event of the topic's service up to which a group has handled everything.
  create table group_positions (
    topic text not null,
    consumers text not null,
    position integer not null,
    primary key (topic, consumers)
  ) without rowid;

  create table parked_messages (
    id integer primary key autoincrement,
    topic text not null,
    consumers text not null,
    key text not null,
    message text not null,
    position integer not null,
    reason text not null,
    parked_at text not null,
    replaying integer not null
  );
  create index parked_by_key on parked_messages (consumers, topic, key, id);
  create index replaying_in_order on parked_messages (topic, consumers, id) where replaying = 1;
`
