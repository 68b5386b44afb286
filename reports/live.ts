// What a run shows of itself while it goes on.

import pc from 'picocolors'
import { escapeControls } from './escape.ts'
import { clip, countedNoun, formatCount } from './text-layout.ts'
import type { Progress } from './report.ts'

/** Where progress goes: standard error, so that standard output holds the summary alone. */
export type Screen = { isTTY?: boolean; columns?: number; write: (text: string) => unknown }

const rewriteEveryMs = 100
const lineEveryMs = 5_000
const clearLine = '\r\u001b[2K'

/**
 * Shows progress on a screen: one line written over and over on a terminal, elsewhere a plain
 * line every five seconds at most. `end` leaves the terminal's line empty for what follows.
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
      // The last column stays free: some terminals wrap as soon as it is written.
      const line = clip(progressLine(progress), (screen.columns ?? 80) - 1)
      screen.write(`${clearLine}${progress.failures > 0 ? colours.red(line) : line}`)
    },
    end(): void {
      if (screen.isTTY) screen.write(clearLine)
    },
  }
}

/** `paging  12/14 checks  1,204 cases  812 requests/s  0:14 left  1 failed` */
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
