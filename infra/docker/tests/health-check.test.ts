import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@tuma/platform/runtime'
import { describe, expect, onTestFinished, test } from 'vitest'

/** The health check of our images, taken from the Dockerfile, against servers with different answers. */

const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
const [, written = '[]'] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(dockerfile) ?? []
const [program = '', ...args]: string[] = JSON.parse(written)

const checked = async (port: number): Promise<number | null> => {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, PORT: String(port) }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}
const serving = async (answer: RequestListener): Promise<number> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

describe.skipIf(process.platform === 'win32')('the health check of an image (needs bash)', () => {
  test('starts no Node, which would cost more than the process that it checks', () => {
    expect(program).toBe('bash')
  })

  test('passes with 200, whatever else the answer says', async () => {
    const asked: (string | undefined)[] = []
    const port = await serving(({ url }, response) => {
      asked.push(url)
      response.end(JSON.stringify({ ready: true, degraded: [{ engine: 'eventstoredb', state: 'away' }] }))
    })
    expect(await checked(port)).toBe(0)
    expect(asked).toEqual(['/readyz'])
  })

  test.each([503, 404, 500])('fails with %i', async (status) => {
    expect(await checked(await serving((_request, response) => void response.writeHead(status).end()))).toBe(1)
  })

  test('fails where no server listens, or no answer comes', async () => {
    expect(await checked(await freePort())).toBe(1)
    expect(await checked(await serving(() => undefined))).not.toBe(0)
  })
})
