import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

/** KurrentDB in EventStoreDB's place: the same settings by its own names, and never the same volume. */

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const override = { tag: '!override', collection: 'map' as const, resolve: (value: unknown) => value }
const parsed = (file: string) =>
  parse(read(file), { merge: true, customTags: [override, { ...override, collection: 'seq' }] })

const composed = parsed('docker-compose.yml')
const exchanged = parsed('infra/kurrentdb/docker-compose.yml')
const [stateful] = parseAllDocuments(read('infra/kubernetes/engines/eventstoredb.yaml')).map((one) => one.toJS())

type Operation = { readonly path: string; readonly value: unknown }
const operations: Operation[] = parse(parsed('infra/kurrentdb/kustomization.yaml').patches[0].patch)
const patched = (end: string) => operations.find(({ path }) => path.endsWith(end))?.value

const renamed = (settings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name.replace(/^EVENTSTORE_/, 'KURRENTDB_'), value]),
  )
const getSettings = (env: { name: string; value: string }[]) =>
  Object.fromEntries(env.map(({ name, value }) => [name, value]))

describe('with KurrentDB', () => {
  test('compose has each setting of EventStoreDB under its new name, and no other', () => {
    expect(exchanged.services.eventstoredb.environment).toEqual(renamed(composed.services.eventstoredb.environment))
    expect(read('infra/kurrentdb/docker-compose.yml')).toMatch(/environment: !override\n/)
  })

  test('the manifests have them too', () => {
    const { env } = stateful.spec.template.spec.containers[0]
    expect(getSettings(patched('/env') as [])).toEqual(renamed(getSettings(env)))
  })

  test('compose and the manifests start one version, from one folder', () => {
    const { image, volumes } = exchanged.services.eventstoredb
    expect(patched('/image')).toBe(image)
    expect(volumes).toEqual(['kurrentdb:/var/lib/kurrentdb'])
    expect(patched('/volumeMounts')).toEqual([{ name: 'kurrentdb', mountPath: '/var/lib/kurrentdb' }])
    expect(patched('/securityContext')).toEqual({ fsGroup: 1001 })
  })

  test('neither uses the volume of EventStoreDB', () => {
    const volumesOfCompose = Object.keys(exchanged.volumes)
    expect(volumesOfCompose).toEqual(['kurrentdb'])
    expect(Object.keys(composed.volumes)).not.toContain('kurrentdb')
    expect(read('infra/kurrentdb/docker-compose.yml')).toMatch(/volumes: !override \[/)
    expect(patched('/metadata/name')).toBe('kurrentdb')
    expect(stateful.spec.volumeClaimTemplates[0].metadata.name).not.toBe('kurrentdb')
  })

  test.each(['docker-compose.yml', 'infra/kubernetes/engines/eventstoredb.yaml'])(
    '%s says where to find it, and that the image must not be exchanged',
    (file) => {
      expect(read(file)).toContain('Never exchange this image for KurrentDB')
      expect(read(file)).toContain('infra/kurrentdb')
    },
  )
})
