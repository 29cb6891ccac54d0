import { DatabaseSync } from 'node:sqlite'
import express from 'express'

/** Opens Node with Express and SQLite, and nothing else: `start-only.ts FILE` prints its address and ends. */
const [path = ''] = process.argv.slice(2)
const database = new DatabaseSync(path, { readOnly: true })
database.prepare('select count(*) from sqlite_schema').get()
const server = express().listen(0, '127.0.0.1', () => {
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000 }))
  server.close()
})
