// Formats the help of commands so that it fits in 80 columns.

import { Help } from 'commander'
import type { HelpConfiguration } from 'commander'

const termWidthMax = 36
const base = Help.prototype

/** The description of an option whose name is longer than this is on the next line. */
export const narrowHelp: HelpConfiguration = {
  padWidth: (command, help) => Math.min(termWidthMax, base.padWidth.call(help, command, help)),
  formatItem: (term, width, description, help) => {
    const formatted = (left: string) => base.formatItem.call(help, left, width, description, help)
    return help.displayWidth(term) <= width ? formatted(term) : `  ${term}\n${formatted('')}`
  },
}
