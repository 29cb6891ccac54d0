import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/**
 * How many proxies the bff trusts for a visitor's address: with one too few, all visitors behind https count as one.
 */

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
type Composed = { ports?: string[]; environment?: Record<string, string> }
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Composed> }

/** From the bff outwards: each of our processes that passes a request on. */
const chainTo = (name: string): string[] => {
  const inFront = Object.keys(services).find((other) =>
    Object.entries(services[other]?.environment ?? {}).some(
      ([key, value]) => key === `${name.toUpperCase()}_URL` && value === `http://${name}:8080`,
    ),
  )
  return inFront ? [inFront, ...chainTo(inFront)] : []
}

test('compose trusts as many proxies as there are between people and the bff: ours, and the one for https on this machine', () => {
  const ours = chainTo('bff')
  expect(ours).toEqual(['shell'])
  const reached = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
  // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own
  expect(reached).toEqual([['shell', '127.0.0.1:${PORT:-8080}:8080']])
  const speaksHttps = 1
  expect(services.bff?.environment?.TRUSTED_PROXIES).toBe(`\${TRUSTED_PROXIES:-${ours.length + speaksHttps}}`)
})

test('the manifests trust the ingress and the shell, whose address is https', () => {
  const settings = read('infra/kubernetes/settings.env')
  expect(settings).toMatch(/^PUBLIC_URL=https:/m)
  expect(settings).toMatch(/^TRUSTED_PROXIES=2$/m)
})
