// Builders of kubectl commands.

import type { KubectlInvocation } from './kubectl.ts'

export type KubectlCommand = KubectlInvocation & {
  /** The reason why the reference's output differs from a genuine server's. */
  differs?: string
  /** Whether it waits for a change, so that the number of its requests varies. */
  waits?: true
  /** Whether only fields and their types are compared, and not their descriptions. */
  explains?: true
}

/** Splits a line into arguments. An argument cannot contain a space, and quotes are literal. */
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

/** Builds a watch that is ended when it has printed `lines` lines, while `commands` run. */
export const watchCommand = (
  line: string,
  lines: number,
  commands: readonly KubectlInvocation[],
): KubectlCommand => ({
  args: splitWords(line),
  meanwhile: { commands, lines },
})

/** Builds an edit whose editor is a `sed` expression. */
export const editCommand = (line: string, expression: string): KubectlCommand => ({
  args: splitWords(line),
  editor: `sed -i ${expression}`,
})
