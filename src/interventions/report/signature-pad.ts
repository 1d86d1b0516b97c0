/** The only file that loads react-signature-canvas. It also fixes the ends of lines. */
import Imported from 'react-signature-canvas';

/** The component. The bundler may provide the whole module instead of its default export. */
const Canvas = (Imported as unknown as { default?: typeof Imported }).default ?? Imported;

/** Members of signature_pad 2.3.2 that its types lack. */
interface Pad {
  points: object[];
  _addPoint(point: object): { curve?: object; widths?: { start: number; end: number } };
  _drawCurve(curve: object, start: number, end: number): void;
  _strokeEnd(event: Event): void;
}

export class SignaturePad extends Canvas {
  /** Draws the last point of a line, which the library leaves out: fast lines would lose their end. */
  override componentDidMount(): void {
    super.componentDidMount?.();
    const pad = this.getSignaturePad() as unknown as Pad;
    const end = pad._strokeEnd.bind(pad);
    pad._strokeEnd = (event) => {
      const last = pad.points.at(-1);
      const { curve, widths } = last ? pad._addPoint(last) : {};
      if (curve && widths) pad._drawCurve(curve, widths.start, widths.end);
      end(event);
    };
  }
}
