/**
 * Where the person is: the part of the address behind `#/`, so any place can be linked to and the server has one page.
 *
 * @typedef {{page: string, job?: string, tab?: string, recovery?: string}} Route
 */

const JOB_TABS = ['graph', 'tasks', 'recoveries', 'checkpoints', 'events', 'spec'];

/** @returns {Route} */
export function currentRoute() {
  const [first = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  if (first === 'jobs' && rest[0]) {
    return jobRoute(rest[0], rest[1], rest[2]);
  }
  return { page: ['', 'cluster', 'submit', 'audit', 'login'].includes(first) ? first || 'overview' : 'nowhere' };
}

/** @param {string} job @param {string} [tab] */
export function jobHref(job, tab) {
  return `#/jobs/${encodeURIComponent(job)}${tab && tab !== 'graph' ? `/${tab}` : ''}`;
}

/** @param {string} job @param {string} id */
export function recoveryHref(job, id) {
  return `${jobHref(job)}/recoveries/${encodeURIComponent(id)}`;
}

function jobRoute(job, tab = 'graph', recovery = undefined) {
  if (!JOB_TABS.includes(tab)) {
    return { page: 'nowhere' };
  }
  return tab === 'recoveries' && recovery ? { page: 'recovery', job, recovery } : { page: 'job', job, tab };
}
