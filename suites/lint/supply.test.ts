// Dependencies with install scripts must be denied in `allowScripts` and explained in SECURITY.md.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './sources.ts'

type Lock = { packages: Record<string, { hasInstallScript?: true }> }
type Manifest = { allowScripts: Record<string, boolean>; files: string[] }

const text = (name: string): string => readFileSync(join(projectRoot, name), 'utf8')
const lock = JSON.parse(text('package-lock.json')) as Lock
const { allowScripts, files } = JSON.parse(text('package.json')) as Manifest

const withScripts = Object.entries(lock.packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([path]) => path.split('node_modules/').at(-1) ?? '')

test('no dependency may run an install script', () => {
  expect(allowScripts).toEqual(Object.fromEntries(withScripts.map(name => [name, false])))
})

test('each dependency with an install script is explained', () => {
  const explained = [...text('SECURITY.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)

  expect(new Set(explained)).toEqual(new Set(withScripts))
  expect(files).toContain('SECURITY.md')
})
