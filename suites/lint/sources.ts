// The source files of the project, for the tests of this folder.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..', '..')

const folders = ['bin', 'reference', 'suites', 'properties', 'fixtures', 'protocols', 'reports']

export type SourceFile = { path: string; text: string }

/** All hand-written TypeScript files, with paths relative to the root. */
export const sourceFiles: SourceFile[] = folders.flatMap(folder =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      file =>
        file.endsWith('.ts') && !file.includes('generated/') && !file.includes('node_modules'),
    )
    .map(file => ({
      path: `${folder}/${file}`,
      text: readFileSync(join(projectRoot, folder, file), 'utf8'),
    })),
)
