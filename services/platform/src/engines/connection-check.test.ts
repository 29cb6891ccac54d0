import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../runtime/free-port.ts'
import { findConnectionFault } from './connection-check.ts'

/** Servers that do not speak TLS; those that do are in infra/engines. */
const serving = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
const answering = (socket: Socket) => void socket.once('data', () => socket.write('-ERR what?\r\n'))
const closingAtNonsense = (socket: Socket) => void socket.once('data', () => socket.destroy())
const closingAtOnce = (socket: Socket) => void socket.destroy()
const nowhere = async () => ({ host: '127.0.0.1', port: await freePort() })

test.each([
  ['answers in other words', answering, 'speaksPlain'],
  ['closes the connection at the first words', closingAtNonsense, 'speaksPlain'],
  ['closes every connection, as a proxy before a server that is away', closingAtOnce, 'noConnection'],
] as const)('a server without TLS that %s is told apart from none', async (_, onConnection, fault) => {
  const endpoint = await serving(onConnection)
  expect(await findConnectionFault([endpoint], { tls: true })).toBe(fault)
})

test('a server without TLS is no fault where none is asked', async () => {
  for (const onConnection of [answering, closingAtNonsense])
    expect(await findConnectionFault([await serving(onConnection)], { tls: false })).toBeNull()
})

test('nobody at the address, and a host name that is unknown', async () => {
  const unknown = { host: 'tuma.invalid', port: 2113 }
  for (const tls of [true, false]) {
    expect(await findConnectionFault([await nowhere()], { tls })).toBe('noConnection')
    expect(await findConnectionFault([unknown], { tls })).toBe('unknownHost')
    expect(await findConnectionFault([unknown, await nowhere()], { tls })).toBe('noConnection')
  }
})

test('of several servers one that can be reached is enough, and a setting that is wrong comes before servers that are away', async () => {
  const plain = await serving(answering)
  expect(await findConnectionFault([await nowhere(), plain], { tls: false })).toBeNull()
  expect(await findConnectionFault([await nowhere(), plain], { tls: true })).toBe('speaksPlain')
})
