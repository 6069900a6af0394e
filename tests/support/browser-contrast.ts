/** Samples a button while its row changes: whether it has readable text in every frame. */
import type { Locator } from 'playwright';

export interface Watched {
  frames: number;
  /** The lowest contrast of the best readable text on the button in any frame; 0 if a frame had none. */
  worst: number;
}

/** Samples the texts of `row` on its main button in every frame, for `for` milliseconds. */
export function watchButton(row: Locator, { for: long }: { for: number }): Promise<Watched> {
  return row.evaluate(async (element, duration) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext('2d', { willReadFrequently: true })!;
    const paint = (colour: string, opacity = 1) => {
      pen.globalAlpha = opacity;
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    };
    const luminance = () => {
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (text: Element) => {
      const around: Element[] = [];
      for (let at: Element | null = text; at; at = at.parentElement) around.unshift(at);
      paint('#fff');
      let opacity = 1;
      for (const element of around) {
        const style = getComputedStyle(element);
        opacity *= Number(style.opacity);
        paint(style.backgroundColor, opacity);
      }
      const ground = luminance();
      const style = getComputedStyle(text);
      paint(style.color, style.visibility === 'visible' ? opacity : 0);
      const ink = luminance();
      return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
    };
    const best = () => {
      const button = element.querySelector('[data-part="primary"]')?.getBoundingClientRect();
      if (!button) return 0;
      let max = 0;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const upon = right > left && x > button.left && x < button.right && y > button.top && y < button.bottom;
        if (upon) max = Math.max(max, contrast(texts.currentNode.parentElement!));
      }
      return max;
    };
    const result = { frames: 0, worst: Number.POSITIVE_INFINITY };
    for (const end = performance.now() + duration; performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      result.frames += 1;
      result.worst = Math.min(result.worst, best());
    }
    return result;
  }, long);
}
