// Words the reason why a scenario could not be judged for the reader of a report.

/**
 * Formats an unmet precondition: a step that was not sent names the response that lacks what it
 * needs, and names have no prefix of the run.
 */
export const unmetReason = (precondition: string): string =>
  rewordings.reduce((text, [form, words]) => text.replaceAll(form, words), precondition)

const rewordings: [RegExp, string][] = [
  [/\btouchstone-[0-9a-f]{8}-|\bt[0-9a-f]{8}-\d+-/g, ''],
  // `twin (GET main) returned nothing (list has no /metadata/continue)`
  [
    /^(.+?)(?: \([A-Z]+ [^)]*\)| is not a list: it)? returned nothing \((.+ (?:has no \/\S+|lists no check))\)$/g,
    '$1 was not sent: the response to $2',
  ],
  [/^(.+) shows marker: \1 is no open stream$/g, '$1 is no open stream'],
]
