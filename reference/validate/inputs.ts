// The files that are checked: named ones, those of directories, and standard input.

import { lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigFile } from '../kinds/check.ts'
import { bytesMax } from '../kinds/reading/read-config.ts'

/** A file that could not be opened, and why. */
export type Unopened = { readonly name: string; readonly fault: string }

export type Inputs = {
  readonly files: readonly ConfigFile[]
  readonly unopened: readonly Unopened[]
  /** Files that came out of a directory: not all of these have to be ours. */
  readonly gathered: ReadonlySet<string>
}

type Fault = { readonly fault: string }

/** How standard input is called, here and on the command line. */
export const standardInput = '-'

// More files than any project has of configuration. Beyond it the directory is likely a wrong one.
const filesMax = 20_000

/** Reads what was named; a name that occurs twice is read once. */
export async function openInputs(
  named: readonly string[],
  standard: AsyncIterable<Buffer | string>,
): Promise<Inputs> {
  const files: ConfigFile[] = []
  const unopened: Unopened[] = []
  const gathered = new Set<string>()
  for (const name of new Set(named)) {
    const opened = name === standardInput ? await openStandard(standard) : openNamed(name)
    if ('fault' in opened) unopened.push({ name, fault: opened.fault })
    else {
      files.push(...opened.files)
      unopened.push(...opened.unopened)
      for (const file of opened.gathered) gathered.add(file)
    }
  }
  return { files, unopened, gathered }
}

/** The file or the files of a directory. */
export function openNamed(name: string): Inputs | Fault {
  const there = tried(() => statSync(name))
  if ('fault' in there) return there
  if (!there.value.isDirectory()) return openFile(name, there.value)
  const names = tried(() => filesBelow(name))
  if ('fault' in names) return names
  if (names.value.length === 0) return { fault: 'no *.yaml, *.yml or *.json in this directory' }
  if (names.value.length > filesMax) return { fault: `more than ${filesMax} files` }
  const opened = names.value.map(file => {
    const stats = tried(() => statSync(file))
    return 'fault' in stats
      ? { ...stats, name: file }
      : { ...openFile(file, stats.value), name: file }
  })
  return {
    files: opened.flatMap(one => ('fault' in one ? [] : one.files)),
    unopened: opened.flatMap(one => ('fault' in one ? [{ name: one.name, fault: one.fault }] : [])),
    gathered: new Set(names.value),
  }
}

function openFile(name: string, stats: Stats): Inputs | Fault {
  // A device or a pipe may never end.
  if (!stats.isFile()) return { fault: 'not a regular file' }
  if (stats.size > bytesMax) return { fault: tooLarge(stats.size) }
  const read = tried(() => readFileSync(name))
  if ('fault' in read) return read
  return { files: [{ name, bytes: read.value }], unopened: [], gathered: new Set() }
}

const tooLarge = (size: number): string => `${size} bytes, ${bytesMax} are the most`

/** Depth first, in the order of names. Links to directories could lead anywhere, and are left out. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory)
    .toSorted()
    .filter(name => !name.startsWith('.') && name !== 'node_modules')
    .map(name => join(directory, name))
    .flatMap(path => {
      if (lstatSync(path).isDirectory()) return filesBelow(path)
      return /\.(ya?ml|json)$/.test(path) ? [path] : []
    })
}

function tried<T>(act: () => T): { readonly value: T } | Fault {
  try {
    return { value: act() }
  } catch (error) {
    // The file system says no by throwing.
    return { fault: (error as Error).message.replace(/, \w+( '.*)?$/s, '') }
  }
}

async function openStandard(standard: AsyncIterable<Buffer | string>): Promise<Inputs | Fault> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of standard) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length > bytesMax) return { fault: `more than ${bytesMax} bytes` }
  }
  const files = [{ name: standardInput, bytes: Buffer.concat(chunks) }]
  return { files, unopened: [], gathered: new Set() }
}
