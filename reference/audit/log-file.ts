// Writes events as lines to a file, which is replaced when it is long, or to standard output.

import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { write } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { AuditSinkContext, AuditSinkSettings } from '../api/audit.ts'
import type { Delivery } from './delivery.ts'
import { joinPieces } from './encode-event.ts'

type LogSettings = Extract<AuditSinkSettings, { kind: 'log' }>

/** Creates the delivery to a file, or to standard output for `-`. Lines keep their order. */
export function logDelivery(settings: LogSettings): Delivery {
  const target = settings.path === '-' ? standardOutput() : rotatedFile(settings)
  let pieces: Buffer[] = []
  let next: Promise<void> | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Writes all lines that have come while the last write was under way. */
  async function writeLines(): Promise<void> {
    await writing.catch(() => {})
    const lines = joinPieces(pieces)
    pieces = []
    next = undefined
    writing = target.write(lines)
    await writing
  }

  return {
    open: target.open,
    // One write at a time, so a disk that hangs occupies one thread.
    deliver: events => {
      for (const event of events) pieces.push(...event.pieces, newline)
      return (next ??= writeLines())
    },
    close: async () => {
      await next?.catch(() => {})
      await writing.catch(() => {})
      await target.close()
    },
  }
}

const newline = Buffer.from('\n')

/** A place that takes one write after the other. */
type LogTarget = {
  readonly open: (context: AuditSinkContext) => Promise<void>
  readonly write: (lines: readonly Buffer[]) => Promise<void>
  readonly close: () => Promise<void>
}

const writeTo = promisify(write)
const standardOutputNumber = 1
const fullPipePauseMs = 10

/** Does not use `process.stdout`, whose writes to a pipe stop the process until it is read. */
const standardOutput = (): LogTarget => ({
  open: async () => {},
  write: async lines => {
    for (const piece of lines) await writeToPipe(piece)
  },
  close: async () => {},
})

async function writeToPipe(piece: Buffer): Promise<void> {
  for (let rest = piece; rest.length > 0; ) {
    try {
      const { bytesWritten } = await writeTo(standardOutputNumber, rest)
      rest = rest.subarray(bytesWritten)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      await pause(fullPipePauseMs)
    }
  }
}

function rotatedFile({ path, bytesMax, ageMsMax, backupsMax }: LogSettings): LogTarget {
  let file: FileHandle | undefined
  let bytes = 0
  let nowMs = () => 0

  async function begin(): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const opened = await open(path, 'a', 0o600)
    bytes = (await opened.stat()).size
    return (file = opened)
  }

  async function replace(): Promise<void> {
    await close()
    await rename(path, backupPath(path, nowMs())).catch((error: unknown) => {
      // Somebody has removed the file.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    })
    // A backup that cannot be removed must not keep events from being written.
    await removeOld({ path, ageMsMax, backupsMax, nowMs: nowMs() }).catch(() => {})
  }

  async function close(): Promise<void> {
    const closing = file
    file = undefined
    bytes = 0
    await closing?.close()
  }

  return {
    open: async ({ clock }) => {
      nowMs = clock.now
      await begin()
    },
    write: async lines => {
      const length = lines.reduce((sum, piece) => sum + piece.length, 0)
      if (bytesMax > 0 && bytes > 0 && bytes + length > bytesMax) await replace()
      const current = file ?? (await begin())
      let written = 0
      try {
        for (const piece of lines)
          for (let rest = piece; rest.length > 0; ) {
            const { bytesWritten } = await current.write(rest)
            written += bytesWritten
            rest = rest.subarray(bytesWritten)
          }
        bytes += length
      } catch (problem) {
        await removeEnd(current, written).catch(() => {})
        // The file is opened again for the next events: the disk may have room again.
        await close().catch(() => {})
        throw problem
      }
    },
    close,
  }
}

/** Removes the bytes that were written last, so that no half line remains. */
async function removeEnd(file: FileHandle, length: number): Promise<void> {
  if (length > 0) await file.truncate((await file.stat()).size - length)
}

/** `audit.log` becomes `audit-2026-01-02T03-04-05.678.log`. */
function backupPath(path: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replaceAll(':', '-').replace('Z', '')
  const end = extname(path)
  return `${path.slice(0, path.length - end.length)}-${time}${end}`
}

const timeInName = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3})$/

/** Removes replaced files that are too old or too many. */
async function removeOld({
  path,
  ageMsMax,
  backupsMax,
  nowMs,
}: Pick<LogSettings, 'path' | 'ageMsMax' | 'backupsMax'> & { nowMs: number }): Promise<void> {
  const end = extname(path)
  const start = `${basename(path, end)}-`
  const backups = (await readdir(dirname(path)))
    .flatMap(name => {
      if (!name.startsWith(start) || !name.endsWith(end)) return []
      const time = name.slice(start.length, name.length - end.length)
      const [, day, hours, minutes, seconds] = timeInName.exec(time) ?? []
      return day === undefined
        ? []
        : [{ name, ms: Date.parse(`${day}${hours}:${minutes}:${seconds}Z`) }]
    })
    .toSorted((one, other) => other.ms - one.ms)
  const old = backups.filter(
    ({ ms }, index) =>
      (backupsMax > 0 && index >= backupsMax) || (ageMsMax > 0 && nowMs - ms > ageMsMax),
  )
  for (const { name } of old) await rm(join(dirname(path), name), { force: true })
}
