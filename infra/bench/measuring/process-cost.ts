import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What Linux counts in `/proc/PID/stat`: hundredths of a second, on every processor that Node runs on. */
const ticksPerSecond = 100

/** User and system time of all threads, those that have ended too, in milliseconds. @param stat `/proc/PID/stat` */
export const cpuMsIn = (stat: string): number => {
  // The program's name is in brackets and may itself hold brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return ((user + system) * 1000) / ticksPerSecond
}

/** The same for its children that have ended, in milliseconds. @param stat `/proc/PID/stat` */
const endedCpuMsIn = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond
}

/**
 * Bytes that the process has caused to be written to a disk: pages of files that it changed first. @param io
 * `/proc/PID/io`
 */
export const writtenBytesIn = (io: string): number => {
  const [, bytes] = /^write_bytes: (\d+)$/m.exec(io) ?? []
  return Number(bytes)
}

/** The peak of its resident memory since it began. @param status `/proc/PID/status` */
const peakMbIn = (status: string): number => {
  const [, kB] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return Math.round(Number(kB) / 1024)
}

/** @param status `/proc/PID/status` */
export const residentMbIn = (status: string): number => {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return Math.round(Number(kB) / 1024)
}

/** The parent process. @param stat `/proc/PID/stat` */
const parentIn = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])

const told = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8')
/** Only Linux has these files. */
const orNull = <Told>(look: () => Told): Told | null => {
  try {
    return look()
  } catch {
    return null
  }
}

export const getCpuMs = (pid: number): number => cpuMsIn(told(pid, 'stat'))
/** Of its first thread only, which runs the product's JavaScript. */
export const getMainThreadCpuMs = (pid: number): number => cpuMsIn(told(pid, `task/${pid}/stat`))
export const getEndedCpuMs = (pid: number): number => endedCpuMsIn(told(pid, 'stat'))
export const getPeakMb = (pid: number): number => peakMbIn(told(pid, 'status'))
export const getWrittenBytes = (pid: number): number => writtenBytesIn(told(pid, 'io'))
export const getResidentMb = (pid: number): number | null => orNull(() => residentMbIn(told(pid, 'status')))

/** `socket:[812]` is a socket, `/data/tuma.db` a file of that name. */
const getKind = (target: string): string =>
  target.startsWith('/') ? (target.split('/').at(-1) ?? '') : (target.split(':')[0] ?? '')
/** Files, connections and other open handles: how many of each kind. */
export const toHandles = (pid: number): Record<string, number> => {
  const handles: Record<string, number> = {}
  for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
    const target = orNull(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`))
    // It may have been closed since the listing.
    if (target !== null) handles[getKind(target)] = (handles[getKind(target)] ?? 0) + 1
  }
  return handles
}
/** The children of a process that still run. */
export const toChildren = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => orNull(() => parentIn(told(other, 'stat'))) === pid)
/** Its command line, separated by spaces. */
export const getCommand = (pid: number): string => orNull(() => told(pid, 'cmdline').replaceAll('\0', ' ')) ?? ''
