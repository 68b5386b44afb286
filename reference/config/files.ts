// Rules about files that a configuration names.

import { type Context, invalid, law } from './rules.ts'
import type { By } from './vocabulary.ts'

/** A fault when somebody has looked and there is no file. */
export function* fileFaults(path: string, { look }: Context) {
  const there = look?.(path) ?? 'file'
  if (there === 'absent') yield invalid([], path, 'error loading file: not found')
  else if (there === 'other') yield invalid([], path, 'must be a regular file')
  else if (there !== 'file') yield invalid([], path, `cannot be read: ${there.fault}`)
}

/** A place where a file is, and not what would be in it. */
export const location = (by: By) =>
  law({
    by,
    says: 'the path of a file that exists',
    *faults(path: string, context) {
      if (/-----BEGIN|\n/.test(path)) yield invalid([], '<omitted>', 'expected a path, got text')
      else yield* fileFaults(path, context)
    },
  })

export const absolutePath = law({
  by: 'de facto',
  says: 'an absolute path of a regular file',
  *faults(path: string, context) {
    if (!path.startsWith('/')) yield invalid([], path, 'must be an absolute path')
    else yield* fileFaults(path, context)
  },
})
