import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMongoDb } from '@tuma/platform/engines/mongodb'
import { freePort } from '@tuma/platform/runtime'
import { GenericContainer } from 'testcontainers'
import type { Certificates } from './certificates.ts'
import { dockerAnswers, startContainer } from './docker.ts'
import { builtFerretDb } from './ferretdb.ts'
import { EngineMissing, engineProcess, type RunningEngine } from './running-engine.ts'

const IMAGE = 'mongo:8.0.13'

/**
 * The server of MONGODB_URL, otherwise one in Docker, otherwise FerretDB 1.x, which speaks MongoDB's protocol. @throws
 * EngineMissing
 */
export const startMongoDb = async (): Promise<RunningEngine> => {
  const given = process.env.MONGODB_URL
  if (given) return givenMongoDb(given)
  const port = await freePort()
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true`
  if (await dockerAnswers()) {
    const container = new GenericContainer(IMAGE).withExposedPorts({ container: 27017, host: port })
    return {
      url,
      found: `MongoDB in a container of ${IMAGE}`,
      ...(await startContainer(container, () => answers(url))),
    }
  }
  return startFerretDb(port)
}

const givenMongoDb = async (url: string): Promise<RunningEngine> => {
  if (!(await answers(url))) throw new EngineMissing('MONGODB_URL is given, but no MongoDB answers there')
  return { url, found: 'MongoDB given by MONGODB_URL', process: null, close: async () => {} }
}

export type FerretDb = RunningEngine & {
  readonly process: ReturnType<typeof engineProcess>
  /** A copy at another port that begins with its data. This one is stopped for that. */
  copyAt(port: number): Promise<FerretDb>
}

type EngineGuard = { readonly certificates: Certificates; readonly password: string }

/**
 * FerretDB with one connection a process: it reads first and then writes, so that of two writes to one document at the
 * same time the older may win. (MongoDB does both in one.) It finds by the id alone without reading the whole
 * collection (`lookingByID` in main.go), so that lists are slow from some thousand documents on.
 * @param guard TLS only, and users with passwords (SCRAM): `url` is that of the first user, `tuma`. FerretDB knows no
 * roles: each user may do everything.
 * @param before the folder of a stopped one, whose data it begins with
 */
export const startFerretDb = async (port: number, guard?: EngineGuard, before?: string): Promise<FerretDb> => {
  const user = guard ? `tuma:${guard.password}@` : ''
  const trusting = guard ? `&authSource=admin&tls=true&tlsCAFile=${guard.certificates.authorityFile}` : ''
  const url = `mongodb://${user}127.0.0.1:${port}/?directConnection=true&maxPoolSize=1${trusting}`
  const guarding = guard ? [`${guard.certificates.of('mongodb')}/tls.pem`, guard.password] : []
  const { command, version } = await builtFerretDb()
  const folder = await mkdtemp(join(tmpdir(), 'tuma-ferretdb-'))
  if (before) await cp(before, folder, { recursive: true })
  const server = engineProcess(command, [`127.0.0.1:${port}`, folder, ...guarding], () => answers(url))
  const close = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await server.start().catch(async (error) => {
    await close()
    throw error
  })
  return {
    url,
    found: `instead of MongoDB a process here: FerretDB ${version} over SQLite`,
    process: server,
    async copyAt(other) {
      await server.stop()
      const copy = await startFerretDb(other, guard, folder)
      await server.start()
      return copy
    },
    close,
  }
}

const answers = async (url: string): Promise<boolean> => {
  const mongoDb = await openMongoDb({ url })
  const healthy = mongoDb.healthy()
  await mongoDb.close()
  return healthy
}
