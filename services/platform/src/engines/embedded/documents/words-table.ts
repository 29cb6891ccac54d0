import type { CollectionSpec } from '../../../ports/document-store.ts'
import { getType, noSortValue, sortField, wordsIn } from '../../declared-fields.ts'
import { counterPrefix } from './counters.ts'

/**
 * The words of a collection in a table beside it, kept by triggers, so that they come and go with the documents. The
 * table has parts of some thousand documents, in the order of the lists; within a part rows are sorted by word, so that
 * equal beginnings are neighbours. A search that has found enough in the newest parts reads no other.
 */
export type WordsTable = {
  /** `(_part, _word, _sort, _row)`. Quoted, like the other. */
  readonly words: string
  /** `(_part, _from, _rows)`: a part has the documents from this sort value on, up to the next part's. */
  readonly parts: string
}

/**
 * The number of documents in a part that has a next one. A very common word is searched in one part, so that smaller
 * parts make it cheaper; a rare word is searched in all of them.
 */
const partRows = 2048

/** A column of the collection's table: a document's words as a list in JSON. */
export const wordsColumn = '_words'

/** The document's own list, which may have a word twice. Null without a list. */
export const wordsText = (spec: CollectionSpec, document: object | null): string | null => {
  wordsIn(spec, document)
  const own = (document as Record<string, unknown> | null)?.[String(spec.words)] ?? null
  return own && JSON.stringify(own)
}

const quoted = (identifier: string) => `"${identifier}"`

/** @param stored the name of the collection's table */
export const toWordsTable = (service: string, stored: string, { words }: CollectionSpec): WordsTable | null => {
  if (words === undefined) return null
  const named = (what: string) => quoted(counterPrefix(service, stored) + what)
  return { words: named('words'), parts: named('parts') }
}

/** For a table that exists and is empty. */
export const wordsStatements = (table: string, spec: CollectionSpec, { words, parts }: WordsTable): string[] => {
  const type = getType(spec, sortField(spec))
  const column = type === 'text' ? 'text' : 'real'
  const lowest = type === 'text' ? `'${noSortValue.text}'` : '-9e999'
  const getPart = (row: string) =>
    `(select _part from ${parts} where _from <= ${row}._sort order by _from desc limit 1)`
  const wordsOf = (row: string) => `json_each(${row}.${wordsColumn})`
  const come = `
    insert into ${parts} (_from, _rows) select new._sort, 0
      where new._live = 1
      and (select _rows from ${parts} order by _from desc limit 1) >= ${partRows}
      and not exists (select 1 from ${table} where _live = 1 and _sort >= new._sort and _row <> new._row);
    insert into ${words} select distinct ${getPart('new')}, value, new._sort, new._row
      from ${wordsOf('new')} where new._live = 1;
    update ${parts} set _rows = _rows + 1 where new._live = 1 and _part = ${getPart('new')};`
  // The first sort value of a part may be a person's name: it is removed with its document, and the part begins at the
  // next one.
  const leave = `
    delete from ${words} where old._live = 1 and _part = ${getPart('old')}
      and _word in (select value from ${wordsOf('old')}) and _sort = old._sort and _row = old._row;
    update ${parts} set _rows = _rows - 1 where old._live = 1 and _part = ${getPart('old')};
    delete from ${parts} where _part = ${getPart('old')} and _rows <= 0 and _part > 1;
    update ${parts} set _from = (select min(_sort) from ${table} where _live = 1 and _sort > old._sort)
      where _from = old._sort and old._live = 1 and _part > 1
      and not exists (select 1 from ${table} where _live = 1 and _sort = old._sort);`
  const trigger = (name: string, when: string, then: string) =>
    `create trigger ${quoted(`${words.slice(1, -1)} ${name}`)} after ${when} begin ${then} end`
  return [
    `create table ${parts} (_part integer primary key, _from ${column} not null unique, _rows integer not null)`,
    `insert into ${parts} values (1, ${lowest}, 0)`,
    `create table ${words} (_part integer not null, _word text not null, _sort ${column} not null,
      _row integer not null, primary key (_part, _word, _sort, _row)) without rowid`,
    trigger('come', `insert on ${table} when new._live = 1`, come),
    trigger(
      'changed',
      `update on ${table} when old._live is not new._live or old._sort is not new._sort or old.${wordsColumn} is not new.${wordsColumn}`,
      `${leave} ${come}`,
    ),
    trigger('gone', `delete on ${table} when old._live = 1`, leave),
    trigger(
      'halved',
      `update of _rows on ${parts} when new._rows >= ${2 * partRows} and new._rows % 64 = 0`,
      halving(table, words, parts),
    ),
  ]
}

/** When documents do not arrive in the order of the lists, a part gets too many: its upper half becomes a part. */
const halving = (table: string, words: string, parts: string): string => `
  insert into ${parts} (_from, _rows) select _sort, -1 from (
    select _sort from ${table} where _live = 1 and _sort >= new._from order by _sort limit 1 offset ${partRows}
  ) where _sort > new._from;
  update ${words} set _part = (select _part from ${parts} where _rows = -1)
    where _part = new._part and _sort >= (select _from from ${parts} where _rows = -1);
  update ${parts} set _rows = (select count(*) from ${table} where _live = 1 and _sort >= new._from
      and _sort < (select _from from ${parts} where _rows = -1))
    where _part = new._part and exists (select 1 from ${parts} where _rows = -1);
  update ${parts} set _rows = new._rows - (select _rows from ${parts} where _part = new._part) where _rows = -1;`
