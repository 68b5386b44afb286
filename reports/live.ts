// Shows the progress of a run.

import pc from 'picocolors'
import { escapeControls } from './escape.ts'
import { clip, countedNoun, formatCount } from './text-layout.ts'
import type { Progress } from './report.ts'

/** Where progress is written: standard error, so that standard output holds only the summary. */
export type Screen = { isTTY?: boolean; columns?: number; write: (text: string) => unknown }

const rewriteEveryMs = 100
const lineEveryMs = 5_000
const clearLine = '\r\u001b[2K'

/**
 * Shows progress on a screen: one rewritten line on a terminal, and elsewhere a plain line every
 * five seconds at most. `end` clears the terminal's line.
 */
export function liveProgress(screen: Screen, colour: boolean) {
  const everyMs = screen.isTTY ? rewriteEveryMs : lineEveryMs
  const colours = pc.createColors(colour)
  let shownMs = Number.NEGATIVE_INFINITY

  return {
    show(progress: Progress): void {
      if (progress.elapsedMs - shownMs < everyMs) return
      shownMs = progress.elapsedMs
      if (!screen.isTTY) {
        screen.write(`${progressLine(progress)}\n`)
        return
      }
      // The last column stays free, because some terminals wrap as soon as it is written.
      const line = clip(progressLine(progress), (screen.columns ?? 80) - 1)
      screen.write(`${clearLine}${progress.failures > 0 ? colours.red(line) : line}`)
    },
    end(): void {
      if (screen.isTTY) screen.write(clearLine)
    },
  }
}

/** Formats `paging  12/14 checks  1,204 cases  812 requests/s  0:14 left  1 failed`. */
export function progressLine(progress: Progress): string {
  const { section, done, total, cases, rate, leftMs, failures } = progress
  return [
    escapeControls(section),
    `${formatCount(done)}/${formatCount(total)} checks`,
    countedNoun(cases, 'case'),
    `${formatCount(rate)} requests/s`,
    ...(leftMs === undefined ? [] : [`${clock(leftMs)} left`]),
    ...(failures === 0 ? [] : [`${formatCount(failures)} failed`]),
  ].join('  ')
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
