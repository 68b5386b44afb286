import { expect, it } from 'vitest'
import { leftoverLines } from './leftovers.ts'

it('prints nothing if all objects were deleted', () => {
  expect(leftoverLines({ left: 0, unread: [] }, 'https://a.example')).toEqual([])
})

it('names what could not be listed, and the command for this server, in 80 columns', () => {
  const path = '/apis/widgets.example.dev/v1/namespaces/touchstone-1234abcd-a/widgets (500)'
  const lines = leftoverLines({ left: 1, unread: [path] }, 'https://127.0.0.1:6443')

  expect(lines).toEqual([
    'could not be listed and may contain objects of this run:',
    `  ${path}`,
    '1 object could not be deleted',
    'run touchstone clean https://127.0.0.1:6443 with the credentials of this run to',
    'delete the objects that are left',
  ])
  expect(lines.filter(line => line.length > 80)).toEqual([])
})
