// Generates modules. The YAML of the catalogue becomes a module with a type of all ids, so that a
// wrong id is a type error. Checks, mutants and variants are collected by file name, so that adding
// a file is enough. Runs before every build and test. The output is not committed.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { checksDigest } from '../proofs/checks-digest.ts'
import type { Requirement } from '../requirement.ts'

const suites = join(import.meta.dirname, '..')
const fixtures = join(suites, '..', 'fixtures')

writeCatalogue()
gather({
  name: 'check',
  type: 'Check',
  from: '../check.ts',
  folder: suites,
  under: 'spec',
  // Only for the sources: an installed package has no sources to compute it from.
  more: files =>
    `
/** A digest of the sources of the checks: 16 hex digits, comments and white space apart. */
export const checksDigest = '${checksDigest(files.map(file => join(suites, file)))}'
`,
})
writeSectionChecks()
gather({ name: 'mutant', type: 'Mutant', from: '../mutants/mutant.ts', folder: fixtures })
gather({ name: 'variant', type: 'Variant', from: '../variants/variant.ts', folder: fixtures })

function writeCatalogue(): void {
  const rows = readdirSync(join(suites, 'spec')).flatMap(section => [
    ...rowsIn(join(suites, 'spec', section, 'requirements.yaml')),
    ...rowsIn(join(suites, 'spec', section, 'kubernetes.yaml')),
  ])
  const ids = rows.map(row => row.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`the catalogue holds ${twice} twice`)

  const json = JSON.stringify(rows)
  const release: unknown = parse(readFileSync(join(suites, 'set.yaml'), 'utf8'))
  write(
    join(suites, 'generated', 'catalogue.ts'),
    `import type { Release, Requirement } from '../requirement.ts'

export type Id =
${ids.map(id => `  | '${id}'`).join('\n')}

export const catalogueDigest = '${createHash('sha256').update(json).digest('hex').slice(0, 16)}'

export const release: Release = ${JSON.stringify(release)}

// A string, because a literal of this many rows is beyond the type checker.
const rows = ${JSON.stringify(json)}

export const catalogue = JSON.parse(rows) as (Requirement & { id: Id })[]
`,
  )
}

/** Writes a module for each section, and an index by section, so that one can be loaded alone. */
function writeSectionChecks(): void {
  const sections = readdirSync(join(suites, 'spec')).filter(
    section => checksUnder(section).length > 0,
  )
  for (const section of sections) {
    const files = checksUnder(section)
    write(
      join(suites, 'generated', 'sections', `${section}.ts`),
      `import type { Check } from '../../check.ts'
${files.map((file, index) => `import _${index} from '../../${file}'`).join('\n')}

/** What each file of the section holds. */
export const sectionChecks: [file: string, checks: Check[]][] = [
${files.map((file, index) => `  ['${file}', _${index}],`).join('\n')}
]
`,
    )
  }
  write(
    join(suites, 'generated', 'check-index.ts'),
    `import type { Check } from '../check.ts'

type Section = { readonly sectionChecks: [file: string, checks: Check[]][] }

/** Loads the checks of a section. */
export const loadChecks: Record<string, () => Promise<Section>> = {
${sections.map(section => `  '${section}': () => import('./sections/${section}.ts'),`).join('\n')}
}
`,
  )
}

function checksUnder(section: string): string[] {
  return readdirSync(join(suites, 'spec', section))
    .filter(file => file.endsWith('.checks.ts'))
    .sort()
    .map(file => `spec/${section}/${file}`)
}

function rowsIn(file: string): Requirement[] {
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Requirement[]) : []
}

type Gathered = {
  name: string
  type: string
  from: string
  folder: string
  under?: string
  /** More text of the module, computed from its files. */
  more?: (files: string[]) => string
}

/** Writes a module with the default exports of all `*.<name>s.ts` files below a folder. */
function gather({ name, type, from, folder, under = `${name}s`, more }: Gathered): void {
  const files = readdirSync(join(folder, under), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(`.${name}s.ts`))
    .sort()
    .map(file => `${under}/${file}`)
  write(
    join(folder, 'generated', `${name}s.ts`),
    `import type { ${type} } from '${from}'
${files.map((file, index) => `import _${index} from '../${file}'`).join('\n')}

/** What each file holds. */
export const ${name}Files: [file: string, ${name}s: ${type}[]][] = [
${files.map((file, index) => `  ['${file}', _${index}],`).join('\n')}
]

export const ${name}s: ${type}[] = ${name}Files.flatMap(([, ${name}s]) => ${name}s)
${more?.(files) ?? ''}`,
  )
}

function write(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(
    file,
    `// Generated by ${relative(join(suites, '..'), import.meta.filename)}.\n${text}`,
  )
}
