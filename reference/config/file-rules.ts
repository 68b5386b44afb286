// Rules for files that a configuration names.

import { type RuleContext, invalidValue, functionRule, type RequirementId } from './config-rules.ts'

/** Yields a fault if paths are looked up and there is no regular file. */
export function* fileFaults(path: string, { lookUpFile }: RuleContext) {
  const there = lookUpFile?.(path) ?? 'file'
  if (there === 'absent') yield invalidValue([], path, 'error loading file: not found')
  else if (there === 'other') yield invalidValue([], path, 'must be a regular file')
  else if (there !== 'file') yield invalidValue([], path, `cannot be read: ${there.fault}`)
}

/** Requires the path of a file, rather than its content. */
export const fileLocation = (requirement: RequirementId) =>
  functionRule({
    requirement,
    description: 'the path of a file that exists',
    *faults(path: string, context) {
      if (/-----BEGIN|\n/.test(path))
        yield invalidValue([], '<omitted>', 'expected a path, got text')
      else yield* fileFaults(path, context)
    },
  })

export const absolutePathRule = functionRule({
  requirement: 'de facto',
  description: 'an absolute path of a regular file',
  *faults(path: string, context) {
    if (!path.startsWith('/')) yield invalidValue([], path, 'must be an absolute path')
    else yield* fileFaults(path, context)
  },
})
