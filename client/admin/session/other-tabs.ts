const channelName = 'studio-session';
const renewed = 'renewed';

/** Tells the other tabs of this browser that the session goes on, by renewal or by a new sign-in: they share its cookie. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(renewed);
  channel.close();
}

/** Calls `listener` when another tab says so. Returns what stops it. */
export function onOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === renewed) listener();
  };
  return () => channel.close();
}
