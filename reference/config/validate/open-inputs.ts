// Opens the files to be checked: named files, files in directories, and standard input.

import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type FileFault, readRegularFile, tryFileSystem } from '../flags/read-regular-file.ts'
import { configBytesMax } from '../reading/read-config.ts'
import type { ConfigFile } from '../check-document.ts'

/** A file or directory that could not be opened, and why. */
export type UnopenedInput = FileFault & { readonly name: string }

export type Inputs = {
  readonly files: readonly ConfigFile[]
  readonly unopened: readonly UnopenedInput[]
}

/** A path, and whether it was found in a directory, where not all files need be configuration. */
type Place = { readonly name: string; readonly isGathered: boolean }

/** The name of standard input, as on the command line. */
const standardInput = '-'

// More files than any project's configuration has. Beyond this limit the directory is probably a
// mistake.
const filesMax = 20_000

/** Opens the named files. A file that is named twice is read once. */
export async function openInputs(
  named: readonly string[],
  standard: AsyncIterable<Buffer | string>,
): Promise<Inputs> {
  const found = [...new Set(named)].flatMap(name => placesOf(name))
  const opened: (ConfigFile | UnopenedInput)[] = []
  for (const place of onceEach(found)) {
    if ('fault' in place) opened.push(place)
    else opened.push(await openPlace(place, standard))
  }
  return {
    files: opened.flatMap(one => ('fault' in one ? [] : [one])),
    unopened: opened.flatMap(one => ('fault' in one ? [one] : [])),
  }
}

/**
 * Keeps each file once, under its first name. A file that is named explicitly counts as
 * configuration.
 */
function onceEach(found: readonly (Place | UnopenedInput)[]): Iterable<Place | UnopenedInput> {
  const byRealName = new Map<string, Place | UnopenedInput>()
  for (const place of found) {
    const real = tryFileSystem(() => realpathSync(place.name))
    const key = 'fault' in real || place.name === standardInput ? place.name : real.value
    const before = byRealName.get(key)
    if (!before || 'fault' in before) byRealName.set(key, place)
    else if ('isGathered' in place && !place.isGathered) {
      byRealName.set(key, { ...before, isGathered: false })
    }
  }
  return byRealName.values()
}

async function openPlace(
  { name, isGathered }: Place,
  standard: AsyncIterable<Buffer | string>,
): Promise<ConfigFile | UnopenedInput> {
  const opened = name === standardInput ? await openStandard(standard) : readRegularFile(name)
  return { ...opened, name, ...(isGathered && { isGathered }) }
}

/** Returns the file, or the files of a directory. */
function placesOf(name: string): readonly (Place | UnopenedInput)[] {
  const there = name === standardInput ? undefined : tryFileSystem(() => statSync(name))
  const isDirectory = there && 'value' in there && there.value.isDirectory()
  if (!isDirectory) return [{ name, isGathered: false }]
  const places = placesBelow(name)
  if (places.length > filesMax) return [{ name, fault: `more than ${filesMax} files` }]
  if (places.length > 0) return places
  return [{ name, fault: 'no *.yaml, *.yml or *.json in this directory' }]
}

/**
 * Lists files depth first, in the order of names. Links to directories are not followed, because
 * they could lead anywhere.
 */
function placesBelow(directory: string): (Place | UnopenedInput)[] {
  const names = tryFileSystem(() => readdirSync(directory).toSorted())
  if ('fault' in names) return [{ name: directory, fault: names.fault }]
  return names.value
    .filter(name => !name.startsWith('.') && name !== 'node_modules')
    .map(name => join(directory, name))
    .flatMap((name): (Place | UnopenedInput)[] => {
      const stats = tryFileSystem(() => lstatSync(name))
      if ('fault' in stats) return [{ name, fault: stats.fault }]
      if (stats.value.isDirectory()) return placesBelow(name)
      return /\.(ya?ml|json)$/.test(name) ? [{ name, isGathered: true }] : []
    })
}

async function openStandard(
  standard: AsyncIterable<Buffer | string>,
): Promise<{ readonly bytes: Buffer } | FileFault> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of standard) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length > configBytesMax) return { fault: `more than ${configBytesMax} bytes` }
  }
  return { bytes: Buffer.concat(chunks) }
}
