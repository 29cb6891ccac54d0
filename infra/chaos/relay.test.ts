import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRelay } from './relay.ts'

/** An engine that echoes, and a line to it. */
const openLine = async () => {
  const engine = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(engine, 'listening')
  const relay = await openRelay((engine.address() as AddressInfo).port)
  onTestFinished(async () => {
    await relay.close()
    engine.close()
  })
  const call = () => {
    const socket = connect(relay.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (words) => {
      heard += String(words)
    })
    const ended = vi.fn()
    socket.on('close', ended).on('error', () => {})
    return { socket, ended, heard: () => heard }
  }
  return { relay, call }
}

test('bytes on a cut line arrive once it is mended, in order, and no connection ends', async () => {
  const { relay, call } = await openLine()
  const early = call()
  early.socket.write('before')
  await vi.waitFor(() => expect(early.heard()).toBe('before'))
  relay.cut()
  const late = call()
  early.socket.write(', during')
  late.socket.write('late')
  const other = await openLine()
  const beside = other.call()
  beside.socket.write('beside')
  await vi.waitFor(() => expect(beside.heard()).toBe('beside'))
  expect([early.heard(), late.heard()]).toEqual(['before', ''])
  expect([early.ended, late.ended].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  relay.mend()
  early.socket.write(', after')
  await vi.waitFor(() => expect([early.heard(), late.heard()]).toEqual(['before, during, after', 'late']))
})

test('broken connections end on both sides, and the next one is served', async () => {
  const { relay, call } = await openLine()
  const first = call()
  first.socket.write('one')
  await vi.waitFor(() => expect(first.heard()).toBe('one'))
  relay.breakAll()
  await vi.waitFor(() => expect(first.ended).toHaveBeenCalledOnce())
  const next = call()
  next.socket.write('two')
  await vi.waitFor(() => expect(next.heard()).toBe('two'))
})
