import { DatabaseSync } from 'node:sqlite'
import express from 'express'
import { openInserts } from './grouped-inserts.ts'

/**
 * The least work that a server with this framework and this store can do: one durable insert, or one lookup. `server.ts
 * FILE`
 */
const [path = ''] = process.argv.slice(2)
const table = 'create table if not exists kept (id text primary key, body text not null) without rowid'
const first = new DatabaseSync(path)
first.exec(`pragma journal_mode = wal; ${table}`)
const lookup = first.prepare('select body from kept where id = ?')
const inserts = openInserts({ path, table, insert: 'insert into kept (id, body) values (?, ?)' })

const app = express().disable('x-powered-by').disable('etag').set('query parser', false)
app.post('/kept', express.json(), async (request, response) => {
  const id = request.get('x-id') ?? crypto.randomUUID()
  const body = JSON.stringify(request.body)
  await inserts.insert([id, body])
  response.status(201).type('json').send(body)
})
app.get('/kept/:id', (request, response) => {
  response.type('json').send(String(lookup.get(request.params.id)?.body))
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
