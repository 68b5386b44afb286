// How the commands of kubectl are written down.

import type { Command } from './kubectl.ts'

export type Asked = Command & {
  /** Why the reference answers otherwise than a genuine server. */
  differs?: string
  /** Whether it waits for what is done beside it, in more or fewer requests. */
  waits?: true
  /** Whether only fields and their types are compared, not what is said about them. */
  explains?: true
}

/** The arguments of a line without quotes: none of them has a space in it. */
export const words = (line: string): string[] => line.split(' ')

export const simple = (line: string): Asked => ({ args: words(line) })

/** A command that reads objects from its standard input. */
export const given = (line: string, ...objects: object[]): Asked => ({
  args: words(line),
  input: objects.map(object => JSON.stringify(object)).join('\n'),
})

export const differing = (differs: string, asked: Asked): Asked => ({ ...asked, differs })

export const waiting = (line: string): Asked => ({ ...simple(line), waits: true })

export const explaining = (line: string): Asked => ({ ...simple(line), explains: true })

/** A command that is watched until it has printed so many lines, while others change things. */
export const watched = (line: string, lines: number, commands: readonly Command[]): Asked => ({
  args: words(line),
  meanwhile: { commands, lines },
})

/** An edit by a program that knows what it wants: a `sed` expression. */
export const edited = (line: string, expression: string): Asked => ({
  args: words(line),
  editor: `sed -i ${expression}`,
})
