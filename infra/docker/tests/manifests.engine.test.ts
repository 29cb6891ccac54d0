import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { goTool, judges } from '@tuma/engines/go-tool'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The manifests, checked by the tools of their readers. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const said = (command: string, ...args: string[]): Promise<string> =>
  run(command, args, { cwd: root, maxBuffer: 64 << 20 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => `refused: ${error.stdout}${error.stderr}`,
  )

let folder = ''
let secrets = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-manifests-'))
  secrets = await said(process.execPath, 'infra/docker/make-secrets.mjs')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('docker-compose.yml', () => {
  let composeSpec = ''
  beforeAll(async () => {
    composeSpec = await goTool(...judges.composeSpec)
  }, 900_000)
  const judged = async (text: string): Promise<string> => {
    const file = join(folder, 'docker-compose.yml')
    await writeFile(file, text)
    return said(composeSpec, '-no-interpolation', file)
  }

  test('is accepted by Compose’s own schema, which refuses a misspelt key', async () => {
    const text = await readFile(join(root, 'docker-compose.yml'), 'utf8')
    expect(await judged(text)).toMatch(/^name: tuma\n/)
    expect(await judged(text.replace('restart:', 'restrat:'))).toMatch(/^refused: .*restrat/s)
  })

  test('is accepted together with KurrentDB, which has its own settings and its own volume', async () => {
    await writeFile(join(folder, 'docker-compose.yml'), await readFile(join(root, 'docker-compose.yml'), 'utf8'))
    await cp(join(root, 'infra/kurrentdb/docker-compose.yml'), join(folder, 'kurrentdb.yml'))
    const files = [join(folder, 'docker-compose.yml'), join(folder, 'kurrentdb.yml')]
    const together = await said(composeSpec, '-no-interpolation', '-format', 'json', ...files)
    const { environment, volumes } = JSON.parse(together).services.eventstoredb
    expect(Object.keys(environment).sort()).toEqual([
      'KURRENTDB_CLUSTER_SIZE',
      'KURRENTDB_INSECURE',
      'KURRENTDB_RUN_PROJECTIONS',
      'KURRENTDB_TELEMETRY_OPTOUT',
    ])
    expect(volumes).toMatchObject([{ type: 'volume', source: 'kurrentdb', target: '/var/lib/kurrentdb' }])
  })

  test('asks for exactly the secrets that make-secrets makes', async () => {
    const text = await readFile(join(root, 'docker-compose.yml'), 'utf8')
    const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const made = [...secrets.matchAll(/^(\w+)=\S{32,}$/gm)].map(([, name]) => name)
    expect([...new Set(asked)].sort()).toEqual(made.sort())
  })
})

/** Kustomize breaks long lines, which Kubernetes accepts and its checker does not. */
const secretInLines = /: \|\n(?: {4}[\w+/=]+\n)+/g

describe('infra/kubernetes', () => {
  let kustomize = ''
  let validate = ''
  beforeAll(async () => {
    kustomize = await goTool(...judges.kustomize)
    validate = await goTool(...judges.validate)
    for (const one of ['kubernetes', 'kurrentdb'])
      await cp(join(root, 'infra', one), join(folder, one), { recursive: true })
    await writeFile(join(folder, 'kubernetes/secrets.env'), secrets)
    const engines = join(folder, 'kubernetes/engines')
    await run('sh', [join(engines, 'make-certificates.sh'), join(engines, 'certificates')])
  }, 1_800_000)
  const judged = async (manifests: string): Promise<string> => {
    const file = join(folder, 'manifests.yaml')
    await writeFile(
      file,
      manifests.replace(secretInLines, (lines) => `: ${lines.replace(/[:|\s]/g, '')}\n`),
    )
    return said(validate, file)
  }

  test('builds, and is accepted by the schemas of Kubernetes, which refuse a misspelt key', async () => {
    const manifests = await said(kustomize, 'build', join(folder, 'kubernetes'))
    expect(manifests).toMatch(/^apiVersion: v1\n/)
    expect(await judged(manifests)).toContain('OK')
    expect(await judged(manifests.replace('replicas:', 'replixas:'))).toMatch(/^refused: .*replixas/s)
  })

  test('builds with KurrentDB, which has its own settings and its own volume', async () => {
    const manifests = await said(kustomize, 'build', join(folder, 'kurrentdb'))
    expect(await judged(manifests)).toContain('OK')
    const store =
      manifests.split('\n---\n').find((one) => /^kind: StatefulSet\n.*name: eventstoredb$/ms.test(one)) ?? ''
    expect(store).toContain('KURRENTDB_INSECURE')
    expect(store).toContain('mountPath: /var/lib/kurrentdb')
    expect(store).toContain('fsGroup: 1001')
    expect(store).not.toMatch(/EVENTSTORE_|\/var\/lib\/eventstore/)
  })

  test('every process of ours is unprivileged, probed, limited, and replaced before it ends', async () => {
    const manifests = await said(kustomize, 'build', join(folder, 'kubernetes'))
    const deployments = manifests.split('\n---\n').filter((one) => /^kind: Deployment$/m.test(one))
    expect(deployments).toHaveLength(11)
    for (const deployment of deployments) {
      for (const wanted of [
        'runAsNonRoot: true',
        'livenessProbe:',
        'readinessProbe:',
        'preStop:',
        'memory: 512Mi',
        'maxUnavailable: 0',
      ])
        expect(deployment).toContain(wanted)
    }
  })
})
