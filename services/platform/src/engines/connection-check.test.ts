import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../runtime/free-port.ts'
import { findConnectionFault } from './connection-check.ts'

/** Servers without TLS; those with TLS are in infra/engines. */
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
] as const)('a server without TLS that %s is told apart from no server', async (_, onConnection, fault) => {
  const endpoint = await serving(onConnection)
  expect(await findConnectionFault([endpoint], { tls: true })).toBe(fault)
})

test('a server without TLS is no fault when TLS is not demanded', async () => {
  for (const onConnection of [answering, closingAtNonsense])
    expect(await findConnectionFault([await serving(onConnection)], { tls: false })).toBeNull()
})

test('no server at the address, and an unknown host name', async () => {
  const unknown = { host: 'tuma.invalid', port: 2113 }
  for (const tls of [true, false]) {
    expect(await findConnectionFault([await nowhere()], { tls })).toBe('noConnection')
    expect(await findConnectionFault([unknown], { tls })).toBe('unknownHost')
    expect(await findConnectionFault([unknown, await nowhere()], { tls })).toBe('noConnection')
  }
})

test('one reachable server of several is enough, and a wrong setting is reported before unreachable servers', async () => {
  const plain = await serving(answering)
  expect(await findConnectionFault([await nowhere(), plain], { tls: false })).toBeNull()
  expect(await findConnectionFault([await nowhere(), plain], { tls: true })).toBe('speaksPlain')
})
