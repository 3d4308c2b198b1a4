/** Pictures that one page shows small and the next one large: the browser moves one into the other. */
export const fieldArt = (id: number) => `field-art-${id}`;
export const projectArt = (id: number) => `project-art-${id}`;
