// Compiles the Java client in the folder `java` and runs it. Maven fetches its libraries.

import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { cacheDirectory } from './cache-directory.ts'
import { compareLines } from './compare-lines.ts'
import type { ProgramCommand } from './compare-lines.ts'

const execute = promisify(execFile)

const folder = join(import.meta.dirname, 'java')

export const compareJavaClient = (): Promise<LongRun> =>
  compareLines({ prepare: directory => buildJavaProgram(folder, directory) })

/**
 * Compiles the Java files of a folder with the libraries that its `pom.xml` names. Returns
 * `absent` with the reason if Java, Maven or the libraries are not available.
 * @throws Error when the compilation fails
 */
export async function buildJavaProgram(
  folder: string,
  directory: string,
): Promise<ProgramCommand | { absent: string }> {
  const libraries = await librariesIn(folder, directory)
  if ('absent' in libraries) return libraries
  const sources = (await readdir(folder)).filter(name => name.endsWith('.java'))
  const paths = sources.map(name => join(folder, name))
  const classes = join(directory, 'classes')
  // A compiler error is a fault of the program, so it is not caught.
  await execute('javac', ['-proc:none', '-cp', libraries.path, '-d', classes, ...paths])
  return { command: 'java', args: ['-cp', `${classes}:${libraries.path}`, 'Main'] }
}

/** Returns the class path of the program's libraries. */
async function librariesIn(
  folder: string,
  directory: string,
): Promise<{ path: string } | { absent: string }> {
  const list = join(directory, 'class-path')
  const repository = await cacheDirectory('maven')
  const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${list}`]
  const quietly = ['--quiet', '--batch-mode', `-Dmaven.repo.local=${repository}`]
  try {
    await execute('javac', ['-version'])
    await execute('mvn', [...quietly, '--file', join(folder, 'pom.xml'), ...goal])
    return { path: await readFile(list, 'utf8') }
  } catch (cause) {
    // Java, Maven or the libraries are not available.
    return { absent: (cause as Error).message.trim().split('\n').slice(0, 2).join(' ') }
  }
}
