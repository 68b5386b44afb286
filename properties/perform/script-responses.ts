// Makes scripts stop or fail if the server does not respond.

/** Appended to the first request of a script. Nothing was created yet, so the script ends. */
export const orStop = ' || stop'

/** Appended to later requests. The script goes on, to delete what it created. */
export const orLost = ' || LOST=1'

/** Defines `stop`, which ends the script because a request got no response. */
export const stopFunction = [
  'stop() {',
  '  {',
  `    printf '%s\\n' "No response from $URL: curl could not send a request or read its response."`,
  `    printf '%s\\n' 'This shows nothing about the rule.'`,
  '  } >&2',
  '  exit 2',
  '}',
  'LOST=',
]

/** Ends the script if a request got no response. */
export const stopIfLost = '[ -z "$LOST" ] || stop'
