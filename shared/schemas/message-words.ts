export const messageTypes = ['contact', 'account_deletion'] as const;
/** `spam` is outside of the inbox: lists show it only when asked. */
export const messageStatuses = ['new', 'read', 'replied', 'archived', 'spam'] as const;
