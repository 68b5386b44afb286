// How the commands of kubectl are written down.

import type { KubectlInvocation } from './kubectl.ts'

export type KubectlCommand = KubectlInvocation & {
  /** Why the reference answers otherwise than a genuine server. */
  differs?: string
  /** Whether it waits for what is done beside it, in more or fewer requests. */
  waits?: true
  /** Whether only fields and their types are compared, not what is said about them. */
  explains?: true
}

/** The arguments of a line without quotes: none of them has a space in it. */
export const splitWords = (line: string): string[] => line.split(' ')

export const plainCommand = (line: string): KubectlCommand => ({ args: splitWords(line) })

/** A command that reads objects from its standard input. */
export const commandWithInput = (line: string, ...objects: object[]): KubectlCommand => ({
  args: splitWords(line),
  input: objects.map(object => JSON.stringify(object)).join('\n'),
})

export const differingCommand = (differs: string, asked: KubectlCommand): KubectlCommand => ({
  ...asked,
  differs,
})

export const waitingCommand = (line: string): KubectlCommand => ({
  ...plainCommand(line),
  waits: true,
})

export const explainCommand = (line: string): KubectlCommand => ({
  ...plainCommand(line),
  explains: true,
})

/** A command that is watched until it has printed so many lines, while others change things. */
export const watchCommand = (
  line: string,
  lines: number,
  commands: readonly KubectlInvocation[],
): KubectlCommand => ({
  args: splitWords(line),
  meanwhile: { commands, lines },
})

/** An edit by a program that knows what it wants: a `sed` expression. */
export const editCommand = (line: string, expression: string): KubectlCommand => ({
  args: splitWords(line),
  editor: `sed -i ${expression}`,
})
