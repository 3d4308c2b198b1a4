/**
 * Returns a warning if a text that visitors will see has images without a description, and more of them than the text
 * `before` that they see already.
 */
export function warnOfUndescribedImages(html: string, before = '') {
  const count = undescribedImages(html);
  if (count <= undescribedImages(before)) return undefined;
  const what = count === 1 ? '1 image in the text has' : `${count} images in the text have`;
  return `${what} no description. People who cannot see will not know what is shown. To describe an image, select it and press “Alternative text”.`;
}

/** Counts the images in rich text that have no alternative text. */
function undescribedImages(html: string) {
  return (html.match(/<img\b[^>]*>/g) ?? []).filter((tag) => !/\salt="\s*[^"\s]/.test(tag)).length;
}
