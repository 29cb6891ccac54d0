import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { onlyOurHost } from './our-host.ts'

const asked = async (host: string, publicUrl?: string) => (await askedInTurn([host], publicUrl))[0]

const askedInTurn = async (hosts: readonly string[], publicUrl?: string) => {
  const server = express()
    .use(onlyOurHost(publicUrl), (_request, response) => void response.end())
    .listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const statuses: (number | undefined)[] = []
  for (const host of hosts) {
    const asking = request({ port, host: '127.0.0.1', headers: { host } }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    statuses.push(answer.resume().statusCode)
  }
  return statuses
}

test.each([
  'tuma.example',
  'TUMA.example:443',
  'tuma.example.',
  'localhost:8080',
  'tuma.localhost',
  '127.0.0.1:8080',
  '192.168.1.20',
  '[::1]:8080',
])('who comes by %s is let in', async (host) => {
  expect(await asked(host, 'https://tuma.example')).toBe(200)
})

test.each([
  'evil.example',
  'tuma.example.evil.example',
  'evil.example:8080',
  'notlocalhost',
  'tuma.example@evil.example',
  '127.0.0.1.evil.example',
  '[::bad',
])('who is led here by %s is not', async (host) => {
  expect(await asked(host, 'https://tuma.example')).toBe(421)
})

test('without a name of its own it has that of this machine, and its addresses', async () => {
  expect([await asked('localhost'), await asked('10.0.0.7:8080'), await asked('tuma.example')]).toEqual([200, 200, 421])
})

test('who comes by a name of ours opens the door for no other name', async () => {
  const hosts = ['tuma.example', 'evil.example', 'localhost', 'evil.example', 'tuma.example']
  expect(await askedInTurn(hosts, 'https://tuma.example')).toEqual([200, 421, 200, 421, 200])
})
